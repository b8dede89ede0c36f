import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { areShortcutsOn } from '#app/shell/shortcuts/preference.ts'
import { drawAll, drawEnd } from './draw-mask.ts'
import { addStep, type MaskHistory, type MaskStep, type Point, redoStep, type Stroke, undoStep } from './mask-history.ts'

export type MaskTool = 'brush' | 'eraser' | 'move'
/** Changes that a screen reader announces. */
export type MaskNews = 'down' | 'up' | 'undone' | 'redone' | 'inverted' | 'cleared'

type BoardOptions = { width: number; height: number; history: MaskHistory; onHistory: (history: MaskHistory) => void }

const smallestBrush = 4

/** The canvas of the selection: strokes by pointer and keys, tools and history. Sizes are in pixels of the canvas. */
// oxlint-disable-next-line max-lines-per-function -- A hook whose handlers share one state.
export function useMaskBoard({ width, height, history, onHistory }: BoardOptions) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  const stroke = useRef<Stroke | null>(null)
  const cursor = useRef<Point>({ x: width / 2, y: height / 2 })
  const largestBrush = Math.round(Math.max(width, height) / 3)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [size, setBrush] = useState(() => Math.max(smallestBrush, Math.round(Math.max(width, height) / 14)))
  const [isDown, setDown] = useState(false)
  const [news, setNews] = useState<MaskNews | null>(null)
  const setSize = (next: number) => setBrush(Math.min(largestBrush, Math.max(smallestBrush, Math.round(next))))

  const contextOf = () => canvas.current?.getContext('2d', { willReadFrequently: true })
  const redraw = (steps: readonly MaskStep[]) => {
    const context = contextOf()
    if (!context || !canvas.current) return
    const color = getComputedStyle(canvas.current).color
    Object.assign(context, { strokeStyle: color, fillStyle: color })
    drawAll(context, steps)
  }
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The steps determine the picture.
  useLayoutEffect(() => redraw(history.done), [history.done])

  const moveTo = (point: Point) => {
    cursor.current = { x: Math.min(width, Math.max(0, point.x)), y: Math.min(height, Math.max(0, point.y)) }
    if (ring.current)
      Object.assign(ring.current.style, { left: `${(cursor.current.x / width) * 100}%`, top: `${(cursor.current.y / height) * 100}%` })
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const box = canvas.current?.getBoundingClientRect()
    return box ? { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height } : cursor.current
  }
  const draw = (point: Point) => {
    const context = contextOf()
    if (!context || !stroke.current) return
    stroke.current.points.push(point)
    drawEnd(context, stroke.current)
  }
  const begin = (point: Point) => {
    stroke.current = { kind: 'stroke', erases: tool === 'eraser', size, points: [] }
    draw(point)
  }
  const end = () => {
    if (stroke.current) onHistory(addStep(history, stroke.current))
    stroke.current = null
  }
  const act = (kind: 'invert' | 'clear') => {
    onHistory(addStep(history, { kind }))
    setNews(kind === 'invert' ? 'inverted' : 'cleared')
  }
  const undo = () => {
    onHistory(undoStep(history))
    setNews('undone')
  }
  const redo = () => {
    onHistory(redoStep(history))
    setNews('redone')
  }
  /** Puts the brush down at the cursor, or lifts it. */
  const toggleBrush = () => {
    if (isDown) end()
    else begin(cursor.current)
    setDown(!isDown)
    setNews(isDown ? 'up' : 'down')
  }

  const steps: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  }
  /** Handles a key of the stage; returns whether it did. */
  function onKey(event: KeyboardEvent): boolean {
    const command = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    const step = steps[event.key]
    if (command && !event.altKey && (key === 'z' || key === 'y')) {
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    } else if (command || event.altKey) return false
    else if (step) {
      const far = event.shiftKey ? size : Math.max(1, size / 4)
      moveTo({ x: cursor.current.x + step.x * far, y: cursor.current.y + step.y * far })
      if (isDown) draw(cursor.current)
    } else if (event.key === ' ' && tool !== 'move') toggleBrush()
    else if (event.key === 'Delete' || event.key === 'Backspace') act('clear')
    else if (event.key === '[') setSize(size / 1.25)
    else if (event.key === ']') setSize(Math.max(size + 1, size * 1.25))
    else if (!areShortcutsOn()) return false
    else if (event.code === 'KeyB') setTool('brush')
    else if (event.code === 'KeyE') setTool('eraser')
    else if (event.code === 'KeyH') setTool('move')
    else if (event.code === 'KeyI') act('invert')
    else return false
    return true
  }

  const state = {
    tool,
    /** Changing the tool lifts a brush that the keyboard has put down. */
    setTool: (next: MaskTool) => {
      if (isDown) toggleBrush()
      setTool(next)
    },
    size,
    setSize,
    brushes: { min: smallestBrush, max: largestBrush },
    isDown,
    news,
    onKey,
    /** Ends a stroke by keys. */
    lift: () => {
      if (isDown) toggleBrush()
    },
    invert: () => act('invert'),
    clear: () => act('clear'),
    undo: history.done.length > 0 ? undo : undefined,
    redo: history.undone.length > 0 ? redo : undefined,
    onHover: (event: PointerEvent) => moveTo(pointOf(event)),
    drawing:
      tool === 'move'
        ? undefined
        : {
            onStart: (event: PointerEvent) => {
              if (isDown) setDown(false)
              begin(pointOf(event))
            },
            onMove: (event: PointerEvent) => draw(pointOf(event)),
            onEnd: end,
            onAbandon: () => {
              stroke.current = null
              redraw(history.done)
            },
          },
  }
  return { canvas, ring, board: state }
}
export type MaskBoard = ReturnType<typeof useMaskBoard>['board']
