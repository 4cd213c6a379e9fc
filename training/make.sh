#!/usr/bin/env bash
# Makes all weights: three readers of twelve layers as teachers, the reader of six layers that learns from them (the average of two), the embedding.
#   PUBLIC=DIR BASE=DIR OUT=DIR [EVAL=DIR] [PREVIOUS="FILE …"] training/make.sh
# PUBLIC: generic.json.xz, conflicts.json.xz, mined.npz. BASE: model_quantized.onnx and tokenizer.json of
# bge-small-en-v1.5. EVAL: the evaluation sets, only to measure by. PREVIOUS: readers of earlier runs (int8), to be averaged with this one.
# A step whose file is there already is left out.
# The heads and the constants of the service are fitted afterwards, without a GPU: vectors.mjs, heads.py, calibrate.mjs.
set -euo pipefail
cd "$(dirname "$0")"
: "${PUBLIC:?}" "${BASE:?}" "${OUT:?}" "${EVAL:=}" "${PREVIOUS:=}"
mkdir -p "$OUT"
data=(--public "$PUBLIC" --base "$BASE")
reader() { [ -e "$OUT/$1.pt" ] || python3 train_reader.py "${data[@]}" --short 40 --out "$OUT/$1.pt" "${@:2}"; }

[ -e "$OUT/embedding.pt" ] || python3 train_embedding.py "${data[@]}" --seed 2 --steps 1000 --keep 0.2 --out "$OUT/embedding.pt"
for seed in 1 2 5; do reader "teacher-$seed" --layers 12 --seed "$seed" --steps 1100 & done
wait
teachers="$OUT/teacher-1.pt,$OUT/teacher-2.pt,$OUT/teacher-5.pt"
for seed in 3 4; do reader "reader-$seed" --layers 6 --seed "$seed" --steps 2000 --teachers "$teachers" & done
wait
[ -e "$OUT/reader.pt" ] || python3 average.py "$OUT/reader.pt" "$OUT/reader-3.pt" "$OUT/reader-4.pt"

python3 export.py reader "$OUT/reader.pt" "$OUT/reader.onnx" &
first=$!
python3 export.py embedding "$OUT/embedding.pt" "$OUT/embedding.onnx"
wait "$first"
# shellcheck disable=SC2086  # a list of files
[ -z "$PREVIOUS" ] || python3 average.py "$OUT/averaged.onnx" "$OUT/reader.onnx" $PREVIOUS
python3 evaluate.py --base "$BASE" --reader "$OUT/reader.pt" --embedding "$OUT/embedding.pt" --eval "$EVAL" --long "" --report "$OUT/report.json" > "$OUT/report.txt"
