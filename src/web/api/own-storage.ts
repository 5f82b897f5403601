/**
 * Choices that this browser keeps for one person in one account: several people may share a browser (SPEC C67). If storage
 * is turned off, a choice lasts as long as the page.
 */

let owner = ''
/** The account and the person that a key begins with. */
const OWNER = /^[^.]+\.[^.]+\./

/** Sets the person and the account that later calls read and store choices for. */
export function setStorageOwner(user: { id: string; account: { id: string } } | null): void {
  owner = user ? `${user.account.id}.${user.id}.` : ''
}

/** "" if nothing is stored. `of`: "tab" for storage that is emptied when the tab is closed. */
export function readOwn(key: string, of: 'browser' | 'tab' = 'browser'): string {
  try {
    return storageOf(of).getItem(owner + key) ?? ''
  } catch {
    return ''
  }
}

/** An empty text removes the choice. */
export function storeOwn(key: string, text: string, of: 'browser' | 'tab' = 'browser'): void {
  try {
    const storage = storageOf(of)
    if (text === '') storage.removeItem(owner + key)
    else storage.setItem(owner + key, text)
  } catch {
    // Some browsers block storage in private windows.
  }
}

/** Removes what every person and account stored in this tab under keys that begin with `prefix`. */
export function forgetInTab(prefix: string): void {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at))
    for (const key of keys)
      if (key?.replace(OWNER, '').startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Storage is turned off, so nothing is stored.
  }
}

function storageOf(of: 'browser' | 'tab'): Storage {
  return of === 'tab' ? sessionStorage : localStorage
}
