"""Games whose states can be changed, as people write them."""
