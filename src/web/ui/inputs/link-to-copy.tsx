import { Check, Copy } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
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
  const [refused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const CopyIcon = copied ? Check : Copy

  async function copy() {
    if (input.current) await copyText(input.current)
    setCopied(true)
    setRefused(false)
  }

  function copyOnClick() {
    copy().catch(() => {
      input.current?.select()
      setCopied(false)
      setRefused(true)
    })
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
        <p role="status" className={classes('mr-auto text-sm', copied && 'text-good')}>
          {copied && 'Copied'}
          {refused && 'Not copied. The link is selected: copy it with Ctrl+C or ⌘C.'}
        </p>
        {children}
        <Button variant={copied ? 'secondary' : 'primary'} onClick={copyOnClick}>
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

/**
 * Browsers offer the clipboard only over HTTPS and on localhost. `execCommand` also works over HTTP, on an office network, but
 * only after a click. Otherwise it returns false.
 */
async function copyText(input: HTMLInputElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(input.value)
  input.select()
  if (!document.execCommand('copy')) throw new Error('The browser refused to copy')
}
