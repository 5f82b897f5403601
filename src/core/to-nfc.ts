/** NFC, the form in which text is compared and stored: "é" is one character however it was typed. */

/** More marks than a letter has in any language. Unicode's Stream-Safe Text Format has the same limit. */
const TOO_MANY_MARKS = /\p{M}{31}/u

/** False for a letter with too many marks: NFC sorts the marks, which takes minutes for a megabyte of marks. */
export function isComposable(text: string): boolean {
  return !TOO_MANY_MARKS.test(text)
}

/** Converts text to NFC. Text that is not composable stays unchanged. */
export function toNfc(text: string): string {
  return isComposable(text) ? text.normalize('NFC') : text
}
