import {showCommand} from '../../../support/mask-secrets.ts';

const maxLength = 200;

/** A command as a person would type it, for a message. Arguments that look like secrets are not shown. */
export const describeCommandLine = (command: string, args: readonly string[]): string => {
	const line = showCommand(command, args);
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};
