import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usePhone } from '#web/ui/use-phone.ts'

type Query = Record<string, string>

type ExportLinkProps = {
  /** The list's name in the API. */
  name: string
  /** The list's query: the file holds the same records in the same order (SPEC B50). */
  query: Query
}

/** The files of a list. A phone has them behind one button. */
export function ExportLink(props: ExportLinkProps) {
  const isPhone = usePhone()
  return isPhone ? <ExportMenu {...props} /> : <ExportLinks {...props} />
}

export function ExportLinks({ name, query }: ExportLinkProps) {
  return <ReportLinks path={`/api/${name}/export`} query={query} />
}

function ExportMenu(props: ExportLinkProps) {
  const [open, setOpen] = useState(false)
  const mayExport = useMay('export')
  if (!mayExport) return null
  return (
    <Popover
      label="Export"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" aria-label="Export">
          <Download aria-hidden className="size-4" />
        </Button>
      }
    >
      <div className="grid gap-2 [&_span]:not-sr-only">
        <ExportLinks {...props} />
      </div>
    </Popover>
  )
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
