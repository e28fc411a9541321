"""The words of the product, frozen."""
