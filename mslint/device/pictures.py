"""Draws one sample as a small PNG, whatever its layout and range, with zlib alone; judges nothing."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Optional, Sequence, Tuple

SIDE = 96  # pixels of the longest side
CHANNELS = (1, 3)


def channel_axis(shape: Sequence[int]) -> Optional[int]:
    """The axis of an image's (or of several frames') 1 or 3 channels; None for what is no image."""
    if len(shape) not in (3, 4) or min(shape) < 1:
        return None
    # HWC, CHW, and frames before or after the channels; where both would do, three channels are likelier than one.
    axes = [axis for axis in (len(shape) - 1, len(shape) - 3, 0) if shape[axis] in CHANNELS]
    return max(axes, key=lambda axis: shape[axis], default=None)


def picture(np: Any, array: Any) -> bytes:
    """A PNG of an array; empty where it is no image."""
    if array.dtype.kind not in "buif":
        return b""
    if array.ndim == 2:
        array = array[:, :, None]
    axis = channel_axis(array.shape)
    if axis is None or array.ndim == 4:
        return b""
    image = _scaled(np, _shrunk(np, np.moveaxis(array, axis, -1)))
    height, width, channels = image.shape
    return png(width, height, channels, image.tobytes())


def _shrunk(np: Any, image: Any) -> Any:
    """Averages of squares where it is too large, else the pixels nearest to what is left."""
    height, width = image.shape[:2]
    factor = -(-max(height, width) // SIDE)
    if factor == 1:
        return image
    if min(height, width) < factor:
        rows, columns = (np.arange(max(1, length // factor)) * factor for length in (height, width))
        return image[rows][:, columns]
    tall, wide = height // factor, width // factor
    squares = image[: tall * factor, : wide * factor].reshape(tall, factor, wide, factor, -1)
    mean = squares.astype(np.float32).mean((1, 3))
    return np.rint(mean).astype(image.dtype) if image.dtype.kind in "bui" else mean


def _scaled(np: Any, image: Any) -> Any:
    """Values for the eye: 0 to 255 as they are, 0 to 1 enlarged, and any other range stretched."""
    if image.dtype == np.uint8:
        return image
    values = image.astype(np.float32)
    finite = np.isfinite(values)
    low, high = (float(values[finite].min()), float(values[finite].max())) if finite.any() else (0.0, 1.0)
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    elif low >= 0 and 20 < high <= 255:
        low, high = 0.0, 255.0
    stretched = (np.where(finite, values, low) - low) * (255 / max(high - low, 1e-12))
    return np.clip(np.rint(stretched), 0, 255).astype(np.uint8)


def png(width: int, height: int, channels: int, pixels: bytes) -> bytes:
    """A PNG of 8-bit grey or RGB pixels, row by row."""
    stride = width * channels
    rows = b"".join(b"\0" + pixels[at : at + stride] for at in range(0, height * stride, stride))
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    chunks: Tuple[Tuple[bytes, bytes], ...] = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )
