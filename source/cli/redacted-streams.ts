import {redactor} from '../program-redactor.ts';
import {redactedStream} from '../support/redacted-stream.ts';

/** What is written to them passes the redactor. */
export const redactedStreams = () => ({
	stdout: redactedStream(process.stdout, redactor.redact),
	stderr: redactedStream(process.stderr, redactor.redact),
});
