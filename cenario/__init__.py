"""Does a change to an LLM agent lose more than the agent loses against itself?"""
