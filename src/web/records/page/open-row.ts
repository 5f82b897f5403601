/** A click on a row opens its record, unless the click was on a control in the row (SPEC C54). */

const CONTROLS = 'a, button, input, label, select, textarea, summary, [role=button], [role=dialog]'

type Click = Pick<
  MouseEvent,
  'target' | 'button' | 'defaultPrevented' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>

/** The id of the clicked row; undefined for a click outside of the rows, on a control, or at the end of a text selection. */
export function clickedRow(click: Click): number | undefined {
  const { target, button, defaultPrevented } = click
  const hasModifier = click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
  if (defaultPrevented || button !== 0 || hasModifier || !(target instanceof Element)) return
  if (target.closest(CONTROLS) || isBesideControl(target) || hasSelection()) return
  const row = target.closest<HTMLElement>('[data-record]')
  return row ? Number(row.dataset.record) : undefined
}

/** Whether the click was in the cell of the checkbox or the buttons: a click that misses them must not leave the list. */
function isBesideControl(target: Element): boolean {
  return Boolean(target.closest('td')?.querySelector('button, input'))
}

/** Dragging over text ends in a click too. */
function hasSelection(): boolean {
  return window.getSelection()?.type === 'Range'
}
