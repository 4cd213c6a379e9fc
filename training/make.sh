#!/usr/bin/env bash
# Makes all weights: two readers as teachers, the reader of six layers that learns from them, two rounds with short
# statements, the embedding, the heads.
#   PUBLIC=DIR BASE=DIR OUT=DIR [EVAL=DIR] training/make.sh
# PUBLIC: generic.json.xz, conflicts.json.xz, mined.npz. BASE: model_quantized.onnx and tokenizer.json of
# bge-small-en-v1.5. EVAL: the evaluation sets, only to measure by. A step whose file is there already is left out.
set -euo pipefail
cd "$(dirname "$0")"
: "${PUBLIC:?}" "${BASE:?}" "${OUT:?}" "${EVAL:=}"
mkdir -p "$OUT"
data=(--public "$PUBLIC" --base "$BASE")
reader() { [ -e "$OUT/$1.pt" ] || python3 train_reader.py "${data[@]}" --out "$OUT/$1.pt" "${@:2}"; }

reader teacher --layers 12 --seed 1 --steps 800 & first=$!
reader six --layers 6 --seed 1 --steps 1400 & second=$!
[ -e "$OUT/embedding.pt" ] || python3 train_embedding.py "${data[@]}" --seed 2 --steps 1000 --keep 0.2 --out "$OUT/embedding.pt"
wait "$first"
wait "$second"
reader student --layers 6 --seed 3 --steps 1500 --teachers "$OUT/teacher.pt,$OUT/six.pt"
python3 export.py reader "$OUT/student.pt" "$OUT/student.onnx"
# The rounds with short statements start from the exported file.
reader short --layers 6 --seed 5 --steps 600 --rate 4e-5 --short 64 --resume "$OUT/student.onnx"
reader reader --layers 6 --seed 6 --steps 1100 --rate 5e-5 --short 48 --resume "$OUT/short.pt"

python3 export.py reader "$OUT/reader.pt" "$OUT/reader.onnx" &
first=$!
python3 export.py embedding "$OUT/embedding.pt" "$OUT/embedding.onnx"
wait "$first"
python3 heads.py --base "$BASE" --embedding "$OUT/embedding.pt" --onnx "$OUT/embedding.onnx" --eval "$EVAL" --out "$OUT/heads.json" > "$OUT/heads.txt"
python3 evaluate.py --base "$BASE" --reader "$OUT/reader.onnx" --embedding "$OUT/embedding.onnx" --eval "$EVAL" --long "" --report "$OUT/report.json" > "$OUT/report.txt"
