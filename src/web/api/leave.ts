import { discardUnsaved } from '#web/ui/overlays/unsaved.ts'

/** Returns a function that reloads the app at `address`, so that no data of the previous account or role stays in memory. */
export function leaveFor(address: string): () => void {
  return () => {
    discardUnsaved()
    window.location.assign(address)
  }
}
