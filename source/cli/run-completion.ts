import {shells} from '../command-line/command-table.ts';
import {completionScript} from '../command-line/completion/completion-script.ts';
import {nameKinds} from '../command-line/option-table.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';

/** Prints the script for a shell, or the names that such a script asks for. */
export const runCompletion = async ({command, words}: CommandLine): Promise<number> => {
	const [word, before] = words;
	const shell = shells.find(each => each === word);
	if (command === 'completion' && shell !== undefined) {
		process.stdout.write(completionScript(shell));
		return 0;
	}
	const kind = nameKinds.find(each => each === word);
	if (kind === undefined) {
		throw new Error(`Nothing completes ${word}.`);
	}
	const {namesOfKind} = await import('../compose-names.ts');
	for (const {name, about} of await namesOfKind(kind, before)) {
		process.stdout.write(about === undefined ? `${name}\n` : `${name}\t${about}\n`);
	}
	return 0;
};
