/** Text as it is compared and stored: NFC, in which "é" is one character however it was typed. */

/** More than any language puts on a letter; Unicode's Stream-Safe Text Format draws its line here too. */
const TOO_MANY_MARKS = /\p{M}{31}/u

/** Whether it can be put in NFC: that sorts the marks of a letter, and over a megabyte of them takes minutes. */
export function isComposable(text: string): boolean {
  return !TOO_MANY_MARKS.test(text)
}

/** The text in NFC; what is not composable stays as it is. */
export function toNfc(text: string): string {
  return isComposable(text) ? text.normalize('NFC') : text
}
