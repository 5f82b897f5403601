/**
 * The form in which text is compared and stored. "é" is one character however it was typed (NFC), and a ligature or a full-width
 * letter, as a PDF or an Asian keyboard gives it, is plain letters: "Paciﬁc" is found as "Pacific" (SPEC C463).
 */

/** More marks than a letter has in any language. Unicode's Stream-Safe Text Format has the same limit. */
const TOO_MANY_MARKS = /\p{M}{31}/u

/** False for a letter with too many marks: NFC sorts the marks, which takes minutes for a megabyte of marks. */
export function isComposable(text: string): boolean {
  return !TOO_MANY_MARKS.test(text)
}

const PRESENTATION = /[\uFB00-\uFB06\uFF01-\uFF5E\u3000]/g

/** Text that is not composable stays unchanged. */
export function toNfc(text: string): string {
  if (!isComposable(text)) return text
  return text.replaceAll(PRESENTATION, (letter) => letter.normalize('NFKC')).normalize('NFC')
}
