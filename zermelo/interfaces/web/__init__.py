"""The web app: a page that plays, analyses and steps through searches, and the server behind it."""
