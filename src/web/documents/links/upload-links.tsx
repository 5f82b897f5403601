import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, MessageSquareText, Share2 } from 'lucide-react'
import { useState } from 'react'
import {
  LINK_DAYS,
  linkMessages,
  type MadeLink,
  type UploadLink,
} from '#core/documents/upload-links.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button, LINK_BUTTON } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { LinkToCopy } from '#web/ui/inputs/link-to-copy.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Opens the dialog that makes a link. */
export function UploadLinkButton({ loadId, number }: { loadId: number; number: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Link aria-hidden className="size-4" />
        Upload Link
      </Button>
      {isOpen && <MakeLink {...{ loadId, number }} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The open links of a load with their last use. Shows nothing without links. */
export function UploadLinks({ loadId }: { loadId: number }) {
  const { data = [] } = useQuery(uploadLinksQuery(loadId))
  if (data.length === 0) return null
  return (
    <section className="mt-3 border-t border-line pt-3">
      <h3 className="text-sm font-medium">Open upload links</h3>
      <ul className="grid">
        {data.map((link) => (
          <OpenLink key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function OpenLink({ link }: { link: UploadLink }) {
  const revoke = useRevokeLink()
  const { id, madeBy, createdAt, expiresAt, lastUsedAt, uploads } = link
  const used = lastUsedAt
    ? `${pluralize(uploads, 'upload')}, last ${formatTime(lastUsedAt)}`
    : 'not used yet'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {madeBy}, {formatTime(createdAt)}
        <span className="block text-xs text-muted">
          {used} · expires {formatTime(expiresAt)}
        </span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Revoke the link of ${madeBy}, ${formatTime(createdAt)}`}
        disabled={revoke.busy}
        onClick={() => revoke.run(id)}
      >
        Revoke
      </Button>
    </li>
  )
}

function formatTime(moment: string): string {
  return new Date(moment).toLocaleString('en-US', { dateStyle: 'short', timeStyle: 'short' })
}

const DAYS = [1, 3, LINK_DAYS.default, 14, 30, LINK_DAYS.max].map((days) => ({
  value: String(days),
  label: pluralize(days, 'day'),
}))

type MakeLinkProps = { loadId: number; number: string; onClose: () => void }

/** Asks how long the link works, then shows it once. */
function MakeLink({ loadId, number, onClose }: MakeLinkProps) {
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
          : 'A driver uses it to photograph documents for this load, without a login. It shows your company’s name, the load number, the cities and what the driver sent.'
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
  const text = `Documents for load ${number}: ${address}`
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

// Requests for upload links (SPEC C135, C138).

const KEY = 'upload-links'

function uploadLinksQuery(loadId: number) {
  return queryOptions({
    queryKey: [KEY, loadId],
    queryFn: () => request<UploadLink[]>('GET', `/api/loads/${loadId}/upload-links`),
  })
}

function useMakeLink(loadId: number, onMade: (link: MadeLink) => void) {
  return useAction({
    send: (days: number) =>
      request<MadeLink>('POST', `/api/loads/${loadId}/upload-links`, { body: { days } }),
    failed: linkMessages.makeFailed,
    onDone: onMade,
    refetch: refetchLinks,
  })
}

function useRevokeLink() {
  return useAction({
    send: (id: number) => request('DELETE', `/api/upload-links/${id}`),
    done: 'Upload link revoked',
    failed: linkMessages.revokeFailed,
    onFailure: refetchLinks,
    refetch: refetchLinks,
  })
}

async function refetchLinks(): Promise<void> {
  await Promise.all(
    [KEY, 'audit'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}
