import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {stringify} from 'yaml';
import type {DemoScript} from '../../source/core/models/demo/demo-script.ts';

/** Writes a script for the scripted model and gives the name to use with --model. */
export const writeDemoScript = (folder: string, script: DemoScript): string => {
	const file = join(folder, 'script.yaml');
	mkdirSync(folder, {recursive: true});
	writeFileSync(file, stringify(script));
	return `demo/${file}`;
};
