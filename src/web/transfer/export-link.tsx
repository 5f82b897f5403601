import { Download, FileSpreadsheet } from 'lucide-react'
import { useMay } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'

type ExportLinkProps = {
  /** The list's name in the API. */
  name: string
  /** The list's query: the file holds the same records in the same order (SPEC B50). */
  query: Record<string, string>
}

export function ExportLink({ name, query }: ExportLinkProps) {
  if (!useMay('export')) return null
  const address = (ending: string) => `/api/${name}/export.${ending}?${new URLSearchParams(query)}`
  return (
    <>
      <DownloadLink title="Export CSV" href={address('csv')}>
        <Download aria-hidden className="size-4" />
        <span className="max-2xl:sr-only">Export CSV</span>
      </DownloadLink>
      <DownloadLink title="Export Excel" href={address('xlsx')}>
        <FileSpreadsheet aria-hidden className="size-4" />
        <span className="max-2xl:sr-only">Export Excel</span>
      </DownloadLink>
    </>
  )
}
