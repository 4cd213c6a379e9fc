import { fold } from '../../text/fold.js';
import type { Family } from './cues.js';
import type { Evidence } from './evidence.js';

/** Chinese, Japanese and Korean put no spaces between words, so their cues are words near each other in any order. */
const WORDS = {
  ignore: '忽略 无视 無視 忘记 忘掉 忘れ 不要遵守 不要遵循 従わない 従うな 무시 잊어',
  prior: '之前 以上 上面 先前 前面 所有 一切 你的 以前 これまで 上記 前の すべて 全て 이전 위의 모든',
  rules: '指令 指示 提示 规则 規則 命令 设定 ルール プロンプト 지시 명령 규칙 프롬프트',
  system: '系统提示 系统指令 システムプロンプト システム指示 시스템 프롬프트',
  reveal: '告诉我 显示 输出 泄露 透露 打印 出力 表示 教えて 見せて 공개 출력 알려',
  unsaid: '不要告诉 别告诉 不得告知 不要通知 言わない 教えない 知らせない 伝えない 秘密に 말하지',
  user: '用户 使用者 ユーザー ユーザ 사용자',
  become: '你现在是 从现在起 从现在开始 あなたは今から 今からあなた 지금부터',
  unbound: '没有限制 不受限制 无限制 制限なし 制限のない 無制限 제한 없',
  send: '发送 发到 上传 转发 送信 送って アップロード 전송',
  secret: '密码 密钥 口令 秘密の鍵 パスワード 秘密鍵 비밀번호',
} as const;
type Word = keyof typeof WORDS;

/** In characters. */
const NEAR = 24;
const CUES: readonly { family: Family; weight: number; words: readonly Word[] }[] = [
  { family: 'override', weight: 0.8, words: ['ignore', 'prior', 'rules'] },
  { family: 'override', weight: 0.4, words: ['ignore', 'rules'] },
  { family: 'disclosure', weight: 0.6, words: ['reveal', 'system'] },
  { family: 'concealment', weight: 0.6, words: ['unsaid', 'user'] },
  { family: 'persona', weight: 0.65, words: ['become', 'unbound'] },
  { family: 'obedience', weight: 0.25, words: ['become'] },
  { family: 'exfiltration', weight: 0.5, words: ['send', 'secret'] },
  { family: 'exfiltration', weight: 0.5, words: ['reveal', 'secret'] },
];

const MEANING = new Map<string, Word>();
for (const [word, list] of Object.entries(WORDS) as [Word, string][]) {
  for (const form of list.split(' ')) MEANING.set(fold(form), word);
}
const FORMS = new RegExp([...MEANING.keys()].toSorted().toReversed().join('|'), 'g');
/** Han, kana, and the letters that Hangul syllables are folded into. */
const CJK = /[\u1100-\u11ff\u3040-\u30ff\u4e00-\u9fff]/;

export function matchCjk(text: string, evidence: Evidence): void {
  if (!CJK.test(text)) return;
  const last = new Map<Word, number>();
  let before: Word | undefined;
  FORMS.lastIndex = 0;
  for (let hit = FORMS.exec(text); hit !== null; hit = FORMS.exec(text)) {
    const { index } = hit;
    const meaning = MEANING.get(hit[0]) as Word;
    last.set(meaning, index);
    // repeating the same word brings no others closer
    if (meaning === before) continue;
    before = meaning;
    for (const { family, weight, words } of CUES) {
      if (!words.includes(meaning)) continue;
      if (words.every((word) => index - (last.get(word) ?? -Infinity) <= NEAR)) evidence.note(family, weight, index);
    }
  }
}
