import { Download } from 'lucide-react'
import type { Entity } from '#core/entity.ts'
import { DownloadLink } from '#web/ui/button.tsx'

type TransferButtonsProps = {
  entity: Entity
  /** The list's query: what is exported is what it matches, in its order (SPEC B50). */
  query: Record<string, string>
}

export function TransferButtons({ entity, query }: TransferButtonsProps) {
  return (
    <DownloadLink href={`/api/${entity.name}/export.csv?${new URLSearchParams(query)}`}>
      <Download aria-hidden className="size-4" />
      Export CSV
    </DownloadLink>
  )
}
