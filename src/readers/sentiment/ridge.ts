/** A straight line through labelled vectors: label ≈ weights · vector + bias. */
export interface Line {
  readonly weights: Float64Array;
  readonly bias: number;
  /** Squared correlation between the labels and the leave-one-out predictions for their vectors: 0–1. */
  readonly reliability: number;
}

/** Over the length of `a`. */
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
};
/** target += factor · values. */
const addTo = (target: Float64Array, values: ArrayLike<number>, factor: number) => {
  for (let i = 0; i < values.length; i++) target[i] = (target[i] as number) + factor * (values[i] as number);
};
const mean = (values: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return sum / values.length;
};

/** Rows of the inverse of the lower triangle L, where L·Lᵀ is the symmetric positive definite matrix given as its lower rows. */
function invertedTriangle(matrix: readonly Float64Array[]): Float64Array[] {
  const lower: Float64Array[] = [];
  const inverted: Float64Array[] = [];
  matrix.forEach((row, i) => {
    const made = new Float64Array(i + 1);
    for (let j = 0; j <= i; j++) {
      const other = j === i ? made : (lower[j] as Float64Array);
      const rest = (row[j] as number) - dot(made.subarray(0, j), other);
      made[j] = j === i ? Math.sqrt(rest) : rest / (other[j] as number);
    }
    lower.push(made);
    const scale = 1 / (made[i] as number);
    const inverse = new Float64Array(i + 1);
    for (let k = 0; k < i; k++) addTo(inverse, inverted[k] as Float64Array, -scale * (made[k] as number));
    inverse[i] = scale;
    inverted.push(inverse);
  });
  return inverted;
}

/**
 * Ridge regression for several labels of the same vectors. `smoothing` is in units of the vectors' mean square, so it means the same for every
 * embedding model. The line is rescaled to undo the shrinkage by the smoothing, as measured by leaving each vector out.
 */
export function fitLines(vectors: readonly Float32Array[], labels: readonly number[][], smoothing: number): Line[] {
  const n = vectors.length;
  const centre = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) addTo(centre, vector, 1 / n);
  const rows = vectors.map((vector) => Float64Array.from(vector, (value, d) => value - (centre[d] as number)));
  const gram = rows.map((row, i) => Float64Array.from({ length: i + 1 }, (_, j) => dot(row, rows[j] as Float64Array)));
  const trace = gram.reduce((sum, row, i) => sum + (row[i] as number), 0);
  const ridge = (smoothing * trace) / n || 1;
  gram.forEach((row, i) => {
    row[i] = (row[i] as number) + ridge;
  });
  const triangle = invertedTriangle(gram);
  return labels.map((label) => fitLine(rows, centre, triangle, label));
}

function fitLine(rows: Float64Array[], centre: Float64Array, triangle: Float64Array[], label: number[]): Line {
  const level = mean(label);
  const centred = label.map((value) => value - level);
  // The inverse of the whole matrix is Zᵀ·Z with the triangle Z: its product with the labels, and its diagonal.
  const shares = new Float64Array(label.length);
  const diagonal = new Float64Array(label.length);
  for (const row of triangle) {
    addTo(shares, row, dot(row, centred));
    addTo(
      diagonal,
      row.map((value) => value * value),
      1,
    );
  }
  const leftOut = label.map((value, i) => value - (shares[i] as number) / (diagonal[i] as number));
  const { slope, offset, correlation } = regress(leftOut, label);
  const weights = new Float64Array(centre.length);
  rows.forEach((row, i) => {
    addTo(weights, row, slope * (shares[i] as number));
  });
  const bias = slope * level + offset - dot(weights, centre);
  return { weights, bias, reliability: correlation > 0 ? correlation ** 2 : 0 };
}

/** y ≈ slope · x + offset. */
function regress(x: readonly number[], y: readonly number[]) {
  const [mx, my] = [mean(x), mean(y)];
  let [xx, xy, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    const [dx, dy] = [value - mx, (y[i] as number) - my];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  });
  const slope = xx > 0 ? xy / xx : 0;
  return { slope, offset: my - slope * mx, correlation: xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0 };
}

export const valueOn = (line: Line, vector: Float32Array) => dot(line.weights, vector) + line.bias;
