import { Download } from 'lucide-react'
import { DownloadLink } from '#web/ui/button.tsx'

type ExportLinkProps = {
  /** What the API calls the list. */
  name: string
  /** The list's query: what is exported is what it matches, in its order (SPEC B50). */
  query: Record<string, string>
}

export function ExportLink({ name, query }: ExportLinkProps) {
  return (
    <DownloadLink href={`/api/${name}/export.csv?${new URLSearchParams(query)}`}>
      <Download aria-hidden className="size-4" />
      Export CSV
    </DownloadLink>
  )
}
