import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

/** Loads the page again, so that no data of the account or the role before stays in memory. */
export function leaveFor(address: string): () => void {
  return () => {
    discardUnsaved()
    window.location.assign(address)
  }
}
