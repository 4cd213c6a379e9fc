import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.js';
import { environment } from '../config/env.js';
import { VERSION } from '../version.js';
import { addCommands, type Does } from './commands.js';
import { EXIT, sentence } from './failure.js';

/** Runs the command line and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  let code: number = EXIT.ok;
  const does: Does =
    (load) =>
    async (...given) => {
      const options = (given.at(-1) as Command).optsWithGlobals();
      const result = await (await load())(...([...given.slice(0, -2), options] as never[]));
      if (typeof result === 'number') code = result;
    };
  const program = new Command('recollect')
    .description('Memory for AI agents: store, retrieve by meaning, detect contradictions, forget.')
    .version(VERSION)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => {} }); // `report` prints it, on one line
  addCommands(program, does, args[0] !== undefined && !args[0].startsWith('-'));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) {
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage; // the help is on the screen already
  }
  const usage = error instanceof CommanderError || error instanceof ConfigError;
  const message = sentence(error).replace(/^error: /, '');
  const isUnknownCommand = error instanceof CommanderError && error.code === 'commander.unknownCommand';
  const line = isUnknownCommand ? `${message.replace(/\.$/, '')}: recollect --help lists the commands.` : message;
  process.stderr.write(`recollect: ${line}\n`);
  if (!usage && environment().LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return usage ? EXIT.usage : EXIT.failure;
}
