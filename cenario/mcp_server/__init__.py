"""The MCP server: from an observed turn to a scenario, by the user's assistant."""
