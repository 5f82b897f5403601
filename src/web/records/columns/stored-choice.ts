/** Choices that this browser keeps. */

/** "" if nothing is stored. Without storage, the choice lasts as long as the page. */
export function readChoice(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function storeChoice(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Some browsers block storage in private windows: the choice lasts as long as the page.
  }
}
