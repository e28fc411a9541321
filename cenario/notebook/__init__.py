"""The one door to papermill and nbconvert: parameters held to their types, one self-contained page."""
