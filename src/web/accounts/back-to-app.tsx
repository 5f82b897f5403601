import { useEffect } from 'react'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Sends a person who is logged in to the app, with a message that the link is invalid. */
export function BackToApp({ message }: { message: string }) {
  useEffect(() => {
    toastFailure(message)
    window.location.replace('/')
  }, [message])
  return null
}
