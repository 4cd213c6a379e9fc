/** Forbidden IPv4 addresses; each is also written in other ways below. */
const V4 = {
  loopback: [127, 0, 0, 1],
  'far loopback': [127, 255, 255, 254],
  private10: [10, 0, 0, 1],
  private172: [172, 16, 0, 1],
  private172end: [172, 31, 255, 255],
  private192: [192, 168, 1, 1],
  metadata: [169, 254, 169, 254],
  carrier: [100, 64, 0, 1],
  alibaba: [100, 100, 100, 200],
} satisfies Record<string, [number, number, number, number]>;

type Octets = [number, number, number, number];
const hex = (n: number) => n.toString(16);
const oct = (n: number) => n.toString(8);
const number = ([a, b, c, d]: Octets) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const pair = (a: number, b: number) => hex(a * 256 + b);

/** The ways in which URL parsers, C libraries and people write one IPv4 address. */
const spellings = (octets: Octets): string[] => {
  const [a, b, c, d] = octets;
  const plain = octets.join('.');
  return [
    plain,
    `${plain}.`,
    `0${oct(a)}.0${oct(b)}.0${oct(c)}.0${oct(d)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0X${hex(a).toUpperCase()}.${b}.0${oct(c)}.${d}`,
    `000${oct(a)}.${b}.${c}.${d}`,
    `${number(octets)}`,
    `0x${hex(number(octets))}`,
    `0${oct(number(octets))}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    wide(plain),
    plain.replaceAll('.', '。'),
    plain.replace('.', '%2e'),
    plain.replace(/^./, (digit) => `%${hex(digit.charCodeAt(0))}`),
    `[::ffff:${plain}]`,
    `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
    `[0:0:0:0:0:FFFF:${plain}]`,
    `[::${plain}]`,
    `[64:ff9b::${plain}]`,
    `[64:ff9b:1::${plain}]`,
    `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
    `[2001:0:${pair(a, b)}:${pair(c, d)}::]`,
    `[2001:0:4136:e378:8000:63bf:${pair(255 - a, 255 - b)}:${pair(255 - c, 255 - d)}]`,
    `[2a00:1450::5efe:${plain}]`,
    `[2a00:1450::200:5efe:${plain}]`,
  ];
};

const OTHERS = [
  // IPv4
  ...['0.0.0.0', '0', '0x0', '00', '0.1.2.3', '127.1', '127.0.1', '100.127.255.255', '168.63.129.16', '169.254.0.1'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff'],
  // IPv6
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::1:1]',
    '[fe80::1]',
    '[febf::1]',
  ],
  ...['[fec0::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[ff02::1]', '[ff0e::1]', '[100::1]'],
  ...['[2001:db8::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[1::1]'],
  // Names
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    'ｌｏｃａｌｈｏｓｔ',
    'printer.local',
    'router.lan',
    'x.home.arpa',
  ],
  ...[
    'metadata.google.internal',
    'metadata.google.internal.',
    'metadata',
    'intranet',
    'kubernetes.default.svc.cluster.local',
  ],
];

/** Not an address at all, or not one that is ever used. */
const NO_ADDRESS = [
  ...[
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'gopher://93.184.216.34/',
    'javascript:alert(1)',
    'data:text/plain,x',
  ],
  ...[
    'ws://93.184.216.34/',
    'unix:/var/run/docker.sock',
    '//93.184.216.34/',
    '93.184.216.34',
    'http://',
    'http:///',
    '',
  ],
  ...['http://user:pass@93.184.216.34/', 'http://user@93.184.216.34/', 'http://:pass@93.184.216.34/'],
  ...[
    'http://93.184.216.34@127.0.0.1/',
    'http://127.0.0.1\\@93.184.216.34/',
    'http://[fe80::1%25eth0]/',
    'http://[::1',
    'http://a b/',
  ],
  ...['http://127.0.0.1#@93.184.216.34/', 'http://127.0.0.1?@93.184.216.34/', 'http:127.0.0.1/', 'http:/\\127.0.0.1/'],
  ...[
    'http://127.0.0.1:80/',
    'https://127.0.0.1:8443/x',
    ' http://127.0.0.1/ ',
    'http://12\t7.0.0.1/',
    'HTTP://127.0.0.1/',
  ],
  ...[
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
    `http://93.184.216.34/${'x'.repeat(3_000)}`,
  ],
];

export const FORBIDDEN_URLS = [
  ...Object.values(V4)
    .flatMap((octets) => spellings(octets as Octets))
    .map((host) => `http://${host}/hook`),
  ...OTHERS.map((host) => `https://${host}/hook`),
  ...NO_ADDRESS,
];

export const PUBLIC_URLS = [
  ...[
    'https://93.184.216.34/hook',
    'http://8.8.8.8:8080/a?b=c',
    'https://172.15.255.255/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
  ],
  ...[
    'https://[2a00:1450:4001:81b::200e]/x',
    'https://[2606:4700::1111]/',
    'https://hooks.example.com/recollect',
    'https://x.example/',
  ],
  ...['https://münchen.example.com/', 'https://example.com./x', 'https://127.0.0.1.example.com/'],
];

/** What a name server might return to lead somewhere else. */
export const REBOUND_ADDRESSES = [
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1%eth0',
  ],
  ...[
    'fe80::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '0127.0.0.1',
    '2130706433',
    '0x7f.1',
    '127.1',
    '',
    'localhost',
  ],
];
