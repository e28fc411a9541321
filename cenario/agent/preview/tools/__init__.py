"""The tools of a small CRM, each with the server's own validation of its arguments."""
