import { Check, Copy } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from './labeled.tsx'
import { TextInput } from './text-input.tsx'

type LinkToCopyProps = {
  address: string
  onClose: () => void
  /** Further buttons, before Copy Link. */
  children?: ReactNode
}

/** A link that is shown only once, with a button to copy it. */
export function LinkToCopy({ address, onClose, children }: LinkToCopyProps) {
  const [copied, setCopied] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const CopyIcon = copied ? Check : Copy

  async function copy() {
    if (input.current) await copyText(input.current)
    setCopied(true)
  }

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
