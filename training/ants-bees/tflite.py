"""What a quantised TFLite file holds: its tensors and operators, read with the flatbuffers package alone.

The numbers of the fields are those of TensorFlow's schema.fbs (version 3).
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from flatbuffers import encode, number_types
from flatbuffers.table import Table

# Numbers of schema.fbs' BuiltinOperator and TensorType, as far as the backbones have them.
ADD, AVERAGE_POOL, CONVOLUTION, DEPTHWISE, FULLY_CONNECTED = 0, 1, 3, 4, 9
DATATYPES = {0: np.float32, 2: np.int32, 3: np.uint8, 9: np.int8}
RELU6 = 3


@dataclass
class Tensor:
    """A value is (data - zero) × scale; `data` is None where it is only known when the graph runs."""
    name: str
    shape: tuple[int, ...]
    scale: float
    zero: int
    data: np.ndarray | None

    def floats(self) -> np.ndarray:
        """What the quantised weights stand for."""
        return ((self.data.astype(np.float64) - self.zero) * self.scale).astype(np.float32)


@dataclass
class Operator:
    code: int
    inputs: list[int]
    output: int
    stride: int
    relu6: bool


@dataclass
class Graph:
    tensors: list[Tensor]
    operators: list[Operator]
    input: int


def read_graph(path: Path) -> Graph:
    """The only subgraph of a file, its operators in the order in which they run."""
    if not path.exists():
        raise SystemExit(f"{path} is missing: training/ants-bees/README.md says where the backbones come from")
    content = bytearray(path.read_bytes())
    model = Table(content, encode.Get(number_types.UOffsetTFlags.packer_type, content, 0))
    # The code of an operator moved to a wider field when there were more than 127.
    codes = [max(number(row, 0, number_types.Int8Flags), number(row, 3, number_types.Int32Flags)) for row in tables(model, 1)]
    buffers = tables(model, 4)
    graph = tables(model, 2)[0]
    tensors = [read_tensor(row, buffers) for row in tables(graph, 0)]
    operators = [read_operator(row, codes) for row in tables(graph, 3)]
    return Graph(tensors, operators, int(values(graph, 1, np.int32)[0]))


def read_tensor(row: Table, buffers: list[Table]) -> Tensor:
    quantisation = table(row, 4)
    scales, zeros = (values(quantisation, 2, np.float32), values(quantisation, 3, np.int64)) if quantisation else ((), ())
    if len(scales) > 1:
        raise SystemExit("a scale for each channel is not read here: the backbones have one for each tensor")
    shape = tuple(values(row, 0, np.int32).tolist())
    stored = values(buffers[number(row, 2, number_types.Uint32Flags)], 0, np.uint8)
    data = stored.view(DATATYPES[number(row, 1, number_types.Int8Flags)]).reshape(shape) if stored.size else None
    name = row.String(row.Offset(10) + row.Pos).decode()
    return Tensor(name, shape, float(scales[0]) if len(scales) else 1.0, int(zeros[0]) if len(zeros) else 0, data)


def read_operator(row: Table, codes: list[int]) -> Operator:
    code, options = codes[number(row, 0, number_types.Uint32Flags)], table(row, 4)
    stride, activation = 1, 0
    if code in (CONVOLUTION, DEPTHWISE):
        stride = number(options, 1, number_types.Int32Flags)
        activation = number(options, 4 if code == DEPTHWISE else 3, number_types.Int8Flags)
    return Operator(code, values(row, 1, np.int32).tolist(), int(values(row, 2, np.int32)[0]), stride, activation == RELU6)


def place(row: Table, field: int) -> int:
    """Where a field lies, or 0 where it is left out."""
    return row.Offset(4 + 2 * field)


def number(row: Table, field: int, flags) -> int:
    found = place(row, field)
    return row.Get(flags, found + row.Pos) if found else 0


def table(row: Table, field: int) -> Table | None:
    found = place(row, field)
    return Table(row.Bytes, row.Indirect(found + row.Pos)) if found else None


def tables(row: Table, field: int) -> list[Table]:
    found = place(row, field)
    if not found:
        return []
    start = row.Vector(found)
    return [Table(row.Bytes, row.Indirect(start + 4 * index)) for index in range(row.VectorLen(found))]


def values(row: Table, field: int, datatype) -> np.ndarray:
    found = place(row, field)
    if not found:
        return np.empty(0, datatype)
    return np.frombuffer(row.Bytes, datatype, row.VectorLen(found), row.Vector(found))
