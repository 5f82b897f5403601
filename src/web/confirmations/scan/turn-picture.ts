/** Turned copies of a page's picture (SPEC C159). */
import { turnSize, type Turn } from '#core/confirmations/scan/turns.ts'

/** The part of the shorter side that is read: enough words to show whether the page is upright. */
const SAMPLE = 0.7

/** The middle of the picture, as a square. */
export function cutMiddle(picture: HTMLCanvasElement): HTMLCanvasElement {
  const side = Math.round(Math.min(picture.width, picture.height) * SAMPLE)
  const { canvas, context } = newCanvas(side, side)
  context.drawImage(picture, (side - picture.width) / 2, (side - picture.height) / 2)
  return canvas
}

/** Turns the picture clockwise. */
export function turnPicture(picture: HTMLCanvasElement, turn: Turn): HTMLCanvasElement {
  const { width, height } = turnSize(picture, turn)
  const { canvas, context } = newCanvas(width, height)
  context.translate(width / 2, height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(picture, -picture.width / 2, -picture.height / 2)
  return canvas
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser does not have enough memory for the picture')
  return { canvas, context }
}
