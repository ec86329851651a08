import {mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {saveImage} from '../../../source/core/sessions/image-file.ts';
import {fourPixels, imageOf, makeGif} from '../../helpers/image-samples.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

describe('the file of an image', () => {
	it('has the bytes of the image, a name of our own, and is for its owner alone', async () => {
		const folder = join(createTemporaryFolder(), 'a.results');
		const path = (await saveImage(folder, imageOf(fourPixels, '../../x.sh'))) ?? '';
		expect(basename(path)).toMatch(/^image-[0-9a-f]{16}\.png$/);
		expect(readFileSync(path)).toEqual(fourPixels);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
	});

	it('is one for the same image, and is made whole where half of it was written', async () => {
		const folder = createTemporaryFolder();
		const image = imageOf(fourPixels);
		const path = (await saveImage(folder, image)) ?? '';
		writeFileSync(path, 'half');
		await expect(saveImage(folder, image)).resolves.toBe(path);
		expect(readFileSync(path)).toEqual(fourPixels);
		expect(readdirSync(folder)).toHaveLength(1);
	});

	it('is named after what it is, not after what somebody says', async () => {
		const folder = createTemporaryFolder();
		await expect(saveImage(folder, imageOf(makeGif(), 'image/png'))).resolves.toMatch(/\.gif$/);
		await expect(saveImage(folder, imageOf(Buffer.from('#!/bin/sh'), 'a'))).resolves.toMatch(/\.bin$/);
	});

	it('is not written through a link', async () => {
		const folder = createTemporaryFolder();
		const [results, outside] = [join(folder, 'results'), join(folder, 'outside')];
		const path = (await saveImage(join(folder, 'other'), imageOf(fourPixels))) ?? '';
		mkdirSync(results);
		writeFileSync(outside, 'mine');
		symlinkSync(outside, join(results, basename(path)));
		await expect(saveImage(results, imageOf(fourPixels))).resolves.toBeUndefined();
		expect(readFileSync(outside, 'utf8')).toBe('mine');
	});
});
