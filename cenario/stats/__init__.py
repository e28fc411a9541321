"""The ground floor: arrays in, frozen results out. No table, no print, no word but errors'."""
