/** Drawn on a 20 × 20 grid with a line width of 1.6. */
const PATHS = {
  memories: 'M4 5h12M4 10h12M4 15h8',
  lab: 'M8 3v5l-4 7a1.5 1.5 0 0 0 1.3 2.2h9.4A1.5 1.5 0 0 0 16 15l-4-7V3M6.5 3h7M6 13h8',
  care: 'M10 16.5S3.5 12.8 3.5 8.2A3.4 3.4 0 0 1 10 6.7a3.4 3.4 0 0 1 6.5 1.5c0 4.6-6.5 8.3-6.5 8.3Z',
  connect: 'M8 12l4-4M7 9 5 11a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7',
  live: 'M3 10h3l2.5-6 3.5 12 2.5-6H17',
  usage: 'M4 16V9M8 16V5M12 16v-5M16 16V7',
  keys: 'M6.5 16.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8.6 11.400l7.9-7.900M13.5 6.500l2.3 2.300M11 9l1.8 1.8',
  users: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c.8-2.7 3.2-4 6-4s5.2 1.3 6 4',
  sessions: 'M3.5 5h13v8.500h-13ZM7 16.500h6',
  search: 'M9 14.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  close: 'm5 5 10 10M15 5 5 15',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  copy: 'M7 7h9v9H7ZM4 13V4h9',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  edit: 'M4 16l.8-3.300L13 4.500l2.5 2.5-8.2 8.200ZM11.5 6l2.5 2.5',
  forget: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6M8.5 9v4.500M11.5 9v4.5',
  undo: 'M5 8h7a4 4 0 0 1 0 8H8M5 8l3-3M5 8l3 3',
  sun: 'M10 13.500a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.1',
  moon: 'M16.5 12A7 7 0 0 1 8 3.5 7 7 0 1 0 16.5 12Z',
  auto: 'M10 3a7 7 0 1 0 0 14ZM10 3a7 7 0 0 1 0 14',
  leave: 'M8 4H4v12h4M12 7l3 3-3 3M15 10H8',
  help: 'M7.5 7.500A2.5 2.5 0 1 1 10 10.500V12M10 15v.2',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4l2.5 2',
  warn: 'M10 3.5 17.5 16h-15ZM10 8v4M10 14v.2',
  records: 'M4 4.500h12v4H4ZM4 11.500h12v4H4ZM6.5 6.500h2M6.5 13.500h2',
  graph:
    'M5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.9 5.400l6.2 1.200M5.6 6.900l1.8 6.200M9.2 13.400l4.5-4.800',
  download: 'M10 3v9M6 8.500l4 4 4-4M4 16.500h12',
  next: 'M7 4.500v11l6-5.500ZM15 4.500v11',
  previous: 'M13 4.500v11L7 10ZM5 4.500v11',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  fit: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  jobs: 'M10 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.500M13.5 13.5 15 15M5 15l1.5-1.500M13.5 6.5 15 5',
  pause: 'M7 5v10M13 5v10',
  play: 'M7 4.500v11l8-5.500Z',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  transfer: 'M6 4v11M3 12l3 3 3-3M14 16V5M11 8l3-3 3 3',
  pin: 'M10 12v5M6.5 12h7L12.5 8V4.500h-5V8Z',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
