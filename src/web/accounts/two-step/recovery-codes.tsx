import { useState } from 'react'
import { useTwoStepTexts } from '#web/accounts/messages/use-two-step-texts.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { TYPED } from './qr-code.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

type RecoveryCodesProps = { codes: string[]; onDone: () => void }

/** Shows the recovery codes once, to copy, save or print them. Printing prints only these. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false)
  const twoStep = useTwoStepTexts()
  const text = `${twoStep.codesFile}\n\n${codes.join('\n')}\n`

  async function copy() {
    await navigator.clipboard.writeText(text)
    setSaved(true)
    toast(twoStep.codesCopied)
  }

  return (
    <div className="grid gap-4" data-print>
      <p className="text-sm">{twoStep.codesNote}</p>
      <ul
        aria-label={twoStep.codesLabel}
        className={`grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-field p-4 text-base ${TYPED}`}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        {/* Browsers have no clipboard on a page without https, except on this computer. */}
        {'clipboard' in navigator && (
          <Button variant="secondary" onClick={() => void copy()}>
            {twoStep.copy}
          </Button>
        )}
        <DownloadLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="haulbook-recovery-codes.txt"
          onClick={() => setSaved(true)}
        >
          {twoStep.save}
        </DownloadLink>
        <Button
          variant="secondary"
          onClick={() => {
            setSaved(true)
            window.print()
          }}
        >
          {twoStep.print}
        </Button>
        <Button className="ml-auto" variant={isSaved ? 'primary' : 'secondary'} onClick={onDone}>
          {twoStep.saved}
        </Button>
      </div>
    </div>
  )
}
