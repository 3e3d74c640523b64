// Package webfile opens files by the URLs http://, https:// and s3://: ranges in, whole objects out.
//
// A file is read by requests for ranges. Small ones are widened to whole blocks, a few of which are kept;
// large ones are split and asked for at once. A request that fails in a way that may pass is repeated. A file
// that changes while it is read is Lost.
//
// Who links the package registers its schemes with package op. Credentials and the place of s3 are those of
// the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION,
// AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the shared files of AWS, or the role of the machine.
//
// Floor 4.
package webfile
