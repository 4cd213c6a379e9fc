"""A BERT of the size of bge-small (384 wide, 12 heads), the reader of pairs, and nothing else."""
import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEADS, INNER, VOCABULARY, LENGTH = 384, 12, 1536, 30522, 512
RELATIONS = ["conflict", "partial", "same", "compatible", "different"]
FULL = list(range(12))
HALF = [0, 2, 4, 7, 9, 11]  # the layers out of twelve that a six-layer reader starts from
DROPOUT = 0.1


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm1 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.up = nn.Linear(WIDTH, INNER)
        self.down = nn.Linear(INNER, WIDTH)
        self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(DROPOUT)
        self.plain = False  # attention written out, for the export

    def forward(self, x, mask, first=False):
        """`first`: only the first token's state, which is all that a reader uses of its last layer."""
        q, k, v = self.qkv(x).split(WIDTH, dim=-1)
        if first:
            q, x = q[:, :1], x[:, :1]
        q, k, v = (part.reshape(*part.shape[:2], HEADS, WIDTH // HEADS).permute(0, 2, 1, 3) for part in (q, k, v))
        if self.plain:
            weights = torch.softmax(q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5 + mask, -1)
            mixed = weights @ v
        else:
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=DROPOUT if self.training else 0.0)
        mixed = mixed.permute(0, 2, 1, 3).reshape(*x.shape[:2], WIDTH)
        x = self.norm1(x + self.drop(self.out(mixed)))
        return self.norm2(x + self.drop(self.down(F.gelu(self.up(x)))))


class Bert(nn.Module):
    """Hidden states of all tokens, or of the first one."""

    def __init__(self, layers):
        super().__init__()
        self.word = nn.Embedding(VOCABULARY, WIDTH)
        self.position = nn.Embedding(LENGTH, WIDTH)
        self.side = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(DROPOUT)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.register_buffer("places", torch.arange(LENGTH), persistent=False)

    def forward(self, input_ids, attention_mask, token_type_ids, first=False):
        x = self.word(input_ids) + self.position(self.places[: input_ids.shape[1]]) + self.side(token_type_ids)
        x = self.drop(self.norm(x))
        mask = (1.0 - attention_mask[:, None, None, :].to(torch.float32)) * -10000.0
        if torch.is_autocast_enabled():
            mask = mask.to(torch.bfloat16)
        for layer in self.layers:
            x = layer(x, mask, first and layer is self.layers[-1])
        return x

    @staticmethod
    def from_base(weights, picked=FULL):
        """bge-small itself, or some of its layers."""
        bert = Bert(len(picked))
        state = {
            "word.weight": weights["embeddings.word_embeddings.weight"],
            "position.weight": weights["embeddings.position_embeddings.weight"],
            "side.weight": weights["embeddings.token_type_embeddings.weight"],
        }
        for end in ("weight", "bias"):
            state[f"norm.{end}"] = weights[f"embeddings.LayerNorm.{end}"]
        for at, layer in enumerate(picked):
            source, target = f"encoder.layer.{layer}", f"layers.{at}"
            for end in ("weight", "bias"):
                parts = [weights[f"{source}.attention.self.{part}.{end}"] for part in ("query", "key", "value")]
                state[f"{target}.qkv.{end}"] = torch.cat(parts)
                for ours, theirs in {
                    "out": "attention.output.dense",
                    "norm1": "attention.output.LayerNorm",
                    "up": "intermediate.dense",
                    "down": "output.dense",
                    "norm2": "output.LayerNorm",
                }.items():
                    state[f"{target}.{ours}.{end}"] = weights[f"{source}.{theirs}.{end}"]
        bert.load_state_dict(state)
        return bert

    def pick(self, picked):
        """A shallower copy that keeps only some layers."""
        bert = Bert(len(picked))
        state = {k: v for k, v in self.state_dict().items() if not k.startswith("layers.")}
        for at, layer in enumerate(picked):
            for name, value in self.layers[layer].state_dict().items():
                state[f"layers.{at}.{name}"] = value
        bert.load_state_dict(state)
        return bert


class Reader(nn.Module):
    """Reads two texts together: [CLS] a [SEP] b [SEP].

    relation: five logits in the order of RELATIONS; a is the earlier, b the later statement.
    relevance: one logit; a is the question, b the memory.
    keep: one logit; a is a sentence of a conversation, b what was said next: does a summary need a?
    needed: one logit; a is what somebody is about to do or asks, b the memory: would it go wrong without b?
    nli: entails, neutral, contradicts; only for training.
    """

    def __init__(self, bert):
        super().__init__()
        self.bert = bert
        self.drop = nn.Dropout(DROPOUT)
        self.pool = nn.ModuleDict({task: nn.Linear(WIDTH, WIDTH) for task in ("pair", "question", "talk", "task")})
        self.relation = nn.Linear(WIDTH, len(RELATIONS))
        self.nli = nn.Linear(WIDTH, 3)
        self.relevance = nn.Linear(WIDTH, 1)
        self.keep = nn.Linear(WIDTH, 1)
        self.needed = nn.Linear(WIDTH, 1)

    def forward(self, input_ids, attention_mask, token_type_ids, hidden=False):
        first = self.bert(input_ids, attention_mask, token_type_ids, first=True)[:, 0]
        pair, question, talk, task = (self.drop(torch.tanh(self.pool[name](first))) for name in ("pair", "question", "talk", "task"))
        out = self.relation(pair), self.nli(pair), self.relevance(question)[:, 0], self.keep(talk)[:, 0], self.needed(task)[:, 0]
        return (*out, first) if hidden else out
