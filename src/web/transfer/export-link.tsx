import { Download, FileSpreadsheet } from 'lucide-react'
import { useMay } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'

type Query = Record<string, string>

type ExportLinkProps = {
  /** The list's name in the API. */
  name: string
  /** The list's query: the file holds the same records in the same order (SPEC B50). */
  query: Query
}

export function ExportLink({ name, query }: ExportLinkProps) {
  return <ReportLinks path={`/api/${name}/export`} query={query} />
}

type ReportLinksProps = {
  /** Without the ending. */
  path: string
  query?: Query
  /** What is downloaded, if the screen has other files too. */
  text?: string
  onClick?: () => void
  className?: string
}

/** A report as a CSV file and as a workbook, for those who may export (SPEC C500). */
export function ReportLinks({ path, query = {}, text, ...rest }: ReportLinksProps) {
  const mayExport = useMay('export')
  if (!mayExport) return null
  const search = Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''
  return FORMATS.map(({ ending, format, Icon }) => {
    const label = text ? `${text} (${format})` : `Export ${format}`
    return (
      <DownloadLink key={ending} title={label} href={`${path}.${ending}${search}`} {...rest}>
        <Icon aria-hidden className="size-4" />
        <span className={text ? undefined : 'max-2xl:sr-only'}>{label}</span>
      </DownloadLink>
    )
  })
}

const FORMATS = [
  { ending: 'csv', format: 'CSV', Icon: Download },
  { ending: 'xlsx', format: 'Excel', Icon: FileSpreadsheet },
] as const
