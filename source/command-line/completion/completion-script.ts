import type {shells} from '../command-table.ts';
import {bashScript} from './bash-script.ts';
import {completionTables} from './completion-tables.ts';
import {fishScript} from './fish-script.ts';
import {zshScript} from './zsh-script.ts';

export type Shell = (typeof shells)[number];

const scripts: Readonly<Record<Shell, typeof bashScript>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
};

/** What a shell has to read to complete the words of this program. */
export const completionScript = (shell: Shell): string => scripts[shell](completionTables());
