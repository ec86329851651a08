import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {toolboxToolNames} from '../../../source/domain/toolbox-tool-names.ts';

const toolbox = path.resolve(import.meta.dirname, '../../../source/core/toolbox');

/** What the factories of the built-in tools call them, whatever each needs to be offered. */
const namesInFactories = (): readonly string[] =>
	readdirSync(toolbox, {recursive: true, encoding: 'utf8'})
		.filter(file => /^[\w-]+[\\/]create\w+McpTool\.ts$/.test(file))
		.flatMap(file => {
			const [, name] = /^\s*name: '([^']+)',$/m.exec(readFileSync(path.join(toolbox, file), 'utf8')) ?? [];
			return name === undefined ? [] : [name];
		});

describe('the names of the built-in tools', () => {
	it('are all kept from custom tools', () => {
		expect(namesInFactories().toSorted()).toEqual(toolboxToolNames);
	});
});
