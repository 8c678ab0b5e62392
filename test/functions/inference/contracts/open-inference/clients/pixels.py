"""Three pictures that the tiny ensemble labels differently."""
import numpy as np

pixels = np.zeros((3, 8, 8, 3), np.uint8)
for row, colour in enumerate([(250, 10, 10), (10, 250, 10), (10, 10, 250)]):
    pixels[row] = colour
