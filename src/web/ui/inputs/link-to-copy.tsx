import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from './labeled.tsx'
import { TextInput } from './text-input.tsx'

type LinkToCopyProps = {
  address: string
  /** The link is copied as soon as it is shown, if the browser allows it. */
  copyNow?: boolean
  onClose: () => void
  /** Further buttons, before Copy Link. */
  children?: ReactNode
}

/** A link that is shown only once, with a button to copy it. */
export function LinkToCopy({ address, copyNow = false, onClose, children }: LinkToCopyProps) {
  const [copied, setCopied] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const CopyIcon = copied ? Check : Copy

  async function copy() {
    if (input.current) await copyText(input.current)
    setCopied(true)
  }

  const tryCopying = useEffectEvent(() => {
    // A browser that wants a click of its own refuses: then the button copies.
    copy().catch(() => undefined)
  })
  useEffect(() => {
    if (copyNow) tryCopying()
  }, [copyNow])

  return (
    <>
      <Labeled label="Link" name="link">
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
        )}
      </Labeled>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-sm text-good">
          {copied && 'Copied'}
        </p>
        {children}
        <Button variant={copied ? 'secondary' : 'primary'} onClick={() => void copy()}>
          <CopyIcon aria-hidden className="size-4" />
          Copy Link
        </Button>
        <Button variant={copied ? 'primary' : 'secondary'} onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}

/** Browsers offer the clipboard only over HTTPS and on localhost. `execCommand` also works over HTTP, on an office network. */
async function copyText(input: HTMLInputElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(input.value)
  input.select()
  document.execCommand('copy')
}
