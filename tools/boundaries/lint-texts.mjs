// Lints texts as if they lay at the paths given, and prints the rules that each breaks. Types are left out: the files do not exist.
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const eslint = new ESLint({ overrideConfig: [{ files: ['**/*.{ts,tsx}'], ...tseslint.configs.disableTypeChecked }] });
const broken = await Promise.all(
  JSON.parse(process.argv[2]).map(async ({ filePath, text }) => {
    const [result] = await eslint.lintText(text, { filePath });
    return result.messages.map(({ ruleId, message }) => ruleId ?? message);
  }),
);
process.stdout.write(JSON.stringify(broken));
