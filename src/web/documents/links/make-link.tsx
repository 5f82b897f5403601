import { Link, MessageSquareText, Share2 } from 'lucide-react'
import { useState } from 'react'
import { LINK_DAYS, type MadeLink } from '#core/documents/upload-links.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { LinkToCopy } from '#web/ui/inputs/link-to-copy.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMakeLink } from './queries.ts'

const DAYS = [1, 3, LINK_DAYS.default, 14, 30, LINK_DAYS.max].map((days) => ({
  value: String(days),
  label: pluralize(days, 'day'),
}))

type MakeLinkProps = { loadId: number; number: string; onClose: () => void }

/** Asks how long the link works, then shows it once. */
export function MakeLink({ loadId, number, onClose }: MakeLinkProps) {
  const [days, setDays] = useState(String(LINK_DAYS.default))
  const [link, setLink] = useState<MadeLink>()
  const making = useMakeLink(loadId, setLink)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Upload Link for Load ${number}`}
      description={
        link
          ? "Send it to the driver. It's shown only once. If it's lost, make a new one."
          : 'A driver uses it to photograph papers for this load, without a login. It shows the load number, the cities and what the driver sent.'
      }
    >
      {link ? (
        <ShowLink link={link} number={number} onClose={onClose} />
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            making.run(Number(days))
          }}
        >
          <Labeled label="Works for" name="days">
            {(aria) => <Select {...aria} value={days} options={DAYS} onChange={setDays} />}
          </Labeled>
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" data-first-focus aria-disabled={making.busy}>
              <Link aria-hidden className="size-4" />
              Make Link
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

type ShowLinkProps = { link: MadeLink; number: string; onClose: () => void }

/** The link can't be shown again: the database has only its hash. */
function ShowLink({ link, number, onClose }: ShowLinkProps) {
  const address = window.location.origin + link.link
  const text = `Papers for load ${number}: ${address}`
  return (
    <LinkToCopy address={address} onClose={onClose}>
      <a className={LINK_BUTTON} href={`sms:?&body=${encodeURIComponent(text)}`}>
        <MessageSquareText aria-hidden className="size-4" />
        Text
      </a>
      {'share' in navigator && (
        <Button
          variant="secondary"
          onClick={() => void navigator.share({ text }).catch(() => undefined)}
        >
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
      )}
    </LinkToCopy>
  )
}
