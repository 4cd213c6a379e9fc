#!/usr/bin/env bash
# Makes all weights: two teachers of twelve layers, the reader of six that learns from them, the embedding, the heads.
#   PUBLIC=DIR BASE=DIR OUT=DIR [EVAL=DIR] training/make.sh
# PUBLIC: generic.json.xz, conflicts.json.xz, mined.npz. BASE: model_quantized.onnx and tokenizer.json of
# bge-small-en-v1.5. EVAL: the evaluation sets, only to measure by. A step whose file is there already is left out.
set -euo pipefail
cd "$(dirname "$0")"
: "${PUBLIC:?}" "${BASE:?}" "${OUT:?}" "${EVAL:=}" "${TEACHER_STEPS:=900}" "${READER_STEPS:=1600}" "${EMBEDDING_STEPS:=900}"
mkdir -p "$OUT"
data=(--public "$PUBLIC" --base "$BASE")

pids=()
for seed in 1 2; do
  [ -e "$OUT/teacher-$seed.pt" ] || { python3 train_reader.py "${data[@]}" --layers 12 --seed "$seed" --steps "$TEACHER_STEPS" --out "$OUT/teacher-$seed.pt" & pids+=($!); }
done
[ -e "$OUT/embedding.pt" ] || { python3 train_embedding.py "${data[@]}" --steps "$EMBEDDING_STEPS" --out "$OUT/embedding.pt" & pids+=($!); }
for pid in "${pids[@]}"; do wait "$pid"; done

[ -e "$OUT/reader.pt" ] || python3 train_reader.py "${data[@]}" --layers 6 --seed 3 --steps "$READER_STEPS" \
  --teachers "$OUT/teacher-1.pt,$OUT/teacher-2.pt" --out "$OUT/reader.pt"

python3 export.py reader "$OUT/reader.pt" "$OUT/reader.onnx" &
first=$!
python3 export.py embedding "$OUT/embedding.pt" "$OUT/embedding.onnx"
wait "$first"
python3 heads.py --base "$BASE" --embedding "$OUT/embedding.pt" --onnx "$OUT/embedding.onnx" --eval "$EVAL" --out "$OUT/heads.json" > "$OUT/heads.txt"
python3 evaluate.py --base "$BASE" --reader "$OUT/reader.onnx" --embedding "$OUT/embedding.onnx" --eval "$EVAL" --long "" --report "$OUT/report.json" > "$OUT/report.txt"
