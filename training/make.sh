#!/usr/bin/env bash
# Makes all weights: two readers of twelve layers as teachers, the reader of six layers that learns from them, the embedding.
#   PUBLIC=DIR BASE=DIR OUT=DIR [EVAL=DIR] training/make.sh
# PUBLIC: generic.json.xz, conflicts.json.xz, mined.npz. BASE: model_quantized.onnx and tokenizer.json of
# bge-small-en-v1.5. EVAL: the evaluation sets, only to measure by. A step whose file is there already is left out.
# The heads and the constants of the service are fitted afterwards, without a GPU: vectors.mjs, heads.py, calibrate.mjs.
set -euo pipefail
cd "$(dirname "$0")"
: "${PUBLIC:?}" "${BASE:?}" "${OUT:?}" "${EVAL:=}"
mkdir -p "$OUT"
data=(--public "$PUBLIC" --base "$BASE")
reader() { [ -e "$OUT/$1.pt" ] || python3 train_reader.py "${data[@]}" --short 40 --out "$OUT/$1.pt" "${@:2}"; }

[ -e "$OUT/embedding.pt" ] || python3 train_embedding.py "${data[@]}" --seed 2 --steps 1000 --keep 0.2 --out "$OUT/embedding.pt"
reader teacher-a --layers 12 --seed 1 --steps 1100 & first=$!
reader teacher-b --layers 12 --seed 2 --steps 1100 & second=$!
wait "$first"
wait "$second"
reader reader --layers 6 --seed 3 --steps 2000 --teachers "$OUT/teacher-a.pt,$OUT/teacher-b.pt"

python3 export.py reader "$OUT/reader.pt" "$OUT/reader.onnx" &
first=$!
python3 export.py embedding "$OUT/embedding.pt" "$OUT/embedding.onnx"
wait "$first"
python3 evaluate.py --base "$BASE" --reader "$OUT/reader.pt" --embedding "$OUT/embedding.pt" --eval "$EVAL" --long "" --report "$OUT/report.json" > "$OUT/report.txt"
