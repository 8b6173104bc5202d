"""What a search did, step by step: the model, its facts, its sentences."""
