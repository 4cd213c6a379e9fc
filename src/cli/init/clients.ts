import { join } from 'node:path';

/** An application that can start an MCP server: where its list is stored, and under which name. */
export interface McpClient {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly list: 'mcpServers' | 'servers';
  /** Additional fields of its entries. */
  readonly extra: Record<string, unknown>;
}

export interface Surroundings {
  platform: NodeJS.Platform;
  home: string;
  /** Where Windows stores application settings. */
  appData: string | undefined;
  folder: string;
}

export function mcpClients({ platform, home, appData, folder }: Surroundings): McpClient[] {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (appData ?? join(home, 'AppData', 'Roaming'))
        : join(home, '.config');
  return [
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      file: join(settings, 'Claude', 'claude_desktop_config.json'),
      list: 'mcpServers',
      extra: {},
    },
    {
      id: 'claude-code',
      name: 'Claude Code (this folder)',
      file: join(folder, '.mcp.json'),
      list: 'mcpServers',
      extra: {},
    },
    { id: 'cursor', name: 'Cursor', file: join(home, '.cursor', 'mcp.json'), list: 'mcpServers', extra: {} },
    {
      id: 'vscode',
      name: 'VS Code (this folder)',
      file: join(folder, '.vscode', 'mcp.json'),
      list: 'servers',
      extra: { type: 'stdio' },
    },
    {
      id: 'windsurf',
      name: 'Windsurf',
      file: join(home, '.codeium', 'windsurf', 'mcp_config.json'),
      list: 'mcpServers',
      extra: {},
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      file: join(home, '.gemini', 'settings.json'),
      list: 'mcpServers',
      extra: {},
    },
  ];
}
