import { useQuery } from '@tanstack/react-query'
import { Link } from 'lucide-react'
import { useState } from 'react'
import type { UploadLink } from '#core/documents/upload-links.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { MakeLink } from './make-link.tsx'
import { uploadLinksQuery, useRevokeLink } from './queries.ts'

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
