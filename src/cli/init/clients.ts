import { join } from 'node:path';

/** An application that can start an MCP server: where its list is stored, and under which name. */
export interface McpClient {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly list: 'mcpServers' | 'servers';
  /** Additional fields of its entries. */
  readonly extra: Record<string, unknown>;
  /** The file belongs to a project, whose files are shared: how its entries can name a key without containing it, if they can. */
  readonly shared?: { readonly reference: string | null };
}

export interface Surroundings {
  platform: NodeJS.Platform;
  home: string;
  /** Where Windows stores application settings. */
  appData: string | undefined;
  folder: string;
}

const client = (id: string, name: string, file: string): McpClient => ({
  id,
  name,
  file,
  list: 'mcpServers',
  extra: {},
});

export function mcpClients({ platform, home, appData, folder }: Surroundings): McpClient[] {
  const settings =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (appData ?? join(home, 'AppData', 'Roaming'))
        : join(home, '.config');
  return [
    client('claude-desktop', 'Claude Desktop', join(settings, 'Claude', 'claude_desktop_config.json')),
    {
      ...client('claude-code', 'Claude Code (this folder)', join(folder, '.mcp.json')),
      shared: { reference: `\${RECOLLECT_KEY}` },
    },
    client('cursor', 'Cursor', join(home, '.cursor', 'mcp.json')),
    {
      ...client('vscode', 'VS Code (this folder)', join(folder, '.vscode', 'mcp.json')),
      ...{ list: 'servers', extra: { type: 'stdio' }, shared: { reference: null } },
    },
    client('windsurf', 'Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    client('gemini-cli', 'Gemini CLI', join(home, '.gemini', 'settings.json')),
  ];
}
